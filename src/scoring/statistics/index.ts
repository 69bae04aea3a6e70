export { contrast, readContrast, variationOfRuns, type Contrast, type PairedRuns, type Reading } from './contrast.js';
export { holm } from './holm.js';
export { meanPassPower, passPower } from './pass-power.js';
export { mean, resample, resampleDifference, type Estimand } from './resample.js';
export { LEAST_TASKS, signFlip } from './sign-flip.js';
export { wilson, type Interval } from './wilson.js';
