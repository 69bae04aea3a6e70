export { holm } from './holm.js';
export { meanPassPower, passPower } from './pass-power.js';
export { mean, resample, type Estimand } from './resample.js';
export { LEAST_TASKS, signFlip } from './sign-flip.js';
export { wilson, type Interval } from './wilson.js';
