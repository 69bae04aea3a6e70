#!/usr/bin/env node
let cli;
try {
  cli = await import('../dist/cli/main.js');
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write(`cleanslate: not built yet (${error.message}); run \`make build\`\n`);
  process.exit(3);
}
process.exitCode = await cli.main(process.argv);
