// Hooks for `node --import`: the measuring code is TypeScript as it stands here, what it measures is the built program in dist/.
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';

const here = new URL('./', import.meta.url).href;

export async function resolve(specifier, context, next) {
  if (!context.parentURL?.startsWith(here) || !specifier.startsWith('.')) return next(specifier, context);
  const built = specifier.replace(/^\.\.\/\.\.\/src\//, '../../dist/');
  const source = new URL(built.replace(/\.js$/, '.ts'), context.parentURL);
  if (source.href.startsWith(here) && existsSync(fileURLToPath(source))) return { url: source.href, format: 'module', shortCircuit: true };
  return next(built, context);
}

export async function load(url, context, next) {
  if (!url.startsWith(here) || !url.endsWith('.ts')) return next(url, context);
  const { outputText } = typescript.transpileModule(await readFile(fileURLToPath(url), 'utf8'), {
    fileName: fileURLToPath(url),
    compilerOptions: { target: typescript.ScriptTarget.ES2022, module: typescript.ModuleKind.ESNext, verbatimModuleSyntax: true, inlineSourceMap: true },
  });
  return { format: 'module', source: outputText, shortCircuit: true };
}
