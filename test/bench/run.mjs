// node test/bench/run.mjs [section…]: measures, and writes docs/benchmarks.md. After `make build`.
import { register } from 'node:module';

register('./built-program.mjs', import.meta.url);
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
