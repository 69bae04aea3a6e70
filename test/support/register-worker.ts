import { register } from './test-run.js';

// Providers that tests open in their own process own sandboxes, too.
register(process.pid);
