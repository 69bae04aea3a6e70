import type { AttemptStore } from '../../evidence/attempt.js';
import type { Scrubber } from '../../gateway/redact/scrubber.js';
import type { Recorder } from '../../trace/recorder.js';
import type { Services } from '../services/services.js';
import type { ModelAccess } from '../model-access.js';

/** Where what an agent does is kept, and what reaches it. */
export interface Surroundings {
  store: AttemptStore;
  recorder: Recorder;
  /** Takes credentials out of whatever becomes evidence. */
  scrubber: Scrubber;
  /** Aborting it ends every process of the sandbox; the attempt then ends as `killed`. */
  signal: AbortSignal;
  /** Its way to a model, for agents that have one. */
  model?: ModelAccess | undefined;
  /** What runs beside it. */
  services?: Services | undefined;
}
