// node run-typescript.mjs FILE ARGUMENT…: runs `default(arguments)` of a TypeScript module in a process of its own.
import { runnerImport } from 'vite';

const [file, ...parameters] = process.argv.slice(2);
const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' });
await module.default(parameters);
