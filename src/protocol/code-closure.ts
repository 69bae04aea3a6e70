import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { sha256 } from '../common/digest.js';

/** What code is made of: module → SHA-256 of its file, library → its version. Sorted, so that one state has one text. */
export type CodeParts = readonly (readonly [string, string])[];

const IMPORTS = /(?:\bfrom|\bimport|\bnew URL)\s*\(?\s*(['"])([^'"\n]+)\1/g;
const TYPE_IMPORTS = /^(?:import|export) type [^;]*;$/gm;

/** The code of a program below one folder (its `dist/`, or in tests its `src/`), each file read once. */
export class Code {
  private readonly files = new Map<string, { sha256: string; reaches: string[] }>();

  /** @param source where its modules are @param root its package, from where its libraries are looked for */
  constructor(private readonly source: string, private readonly root: string) {}

  /**
   * Everything that these modules reach by import statements, themselves among it: own modules, bundles of libraries, and libraries.
   * @param entries paths below `source`, without ending
   * @throws TypeError where one of the entries is not there
   */
  closure(entries: readonly string[]): CodeParts {
    const found = new Map<string, string>();
    const waiting = entries.map((entry) => this.moduleAt(join(this.source, `${entry}.js`)) ?? missing(entry));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue;
      const { sha256: digest, reaches } = this.read(next);
      found.set(next, digest);
      for (const specifier of reaches) {
        if (!specifier.startsWith('.')) this.addLibrary(found, specifier);
        const module = specifier.startsWith('.') ? this.moduleAt(join(this.source, dirname(next), specifier)) : undefined;
        if (module !== undefined) waiting.push(module);
      }
    }
    return sorted(found);
  }

  /** Every module, every bundle, and every library that the package names. */
  whole(libraries: readonly string[]): CodeParts {
    const found = new Map<string, string>();
    for (const name of readdirSync(this.source, { recursive: true, encoding: 'utf8' })) {
      if (/\.(?:js|tsx?)$/.test(name) && !/\.(?:test|d)\.tsx?$/.test(name)) found.set(portable(name), this.read(portable(name)).sha256);
    }
    for (const library of libraries) this.addLibrary(found, library);
    return sorted(found);
  }

  private read(module: string): { sha256: string; reaches: string[] } {
    const known = this.files.get(module);
    if (known) return known;
    const text = readFileSync(join(this.source, module), 'utf8');
    // What is imported as a type alone is not there when the program runs.
    const reaches = [...text.replace(TYPE_IMPORTS, '').matchAll(IMPORTS)].map((match) => match[2] ?? '');
    const read = { sha256: sha256(text), reaches };
    this.files.set(module, read);
    return read;
  }

  /** The module's path below `source`; undefined where there is none, as for what only looks like an import. */
  private moduleAt(path: string): string | undefined {
    const file = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((each) => /\.(?:js|tsx?)$/.test(each) && existsSync(each));
    return file === undefined ? undefined : portable(relative(this.source, file));
  }

  private addLibrary(found: Map<string, string>, specifier: string): void {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
    const version = name.startsWith('node:') ? undefined : this.versionOf(name);
    if (version !== undefined) found.set(name, version);
  }

  private versionOf(library: string): string | undefined {
    for (let folder = this.root; ; folder = dirname(folder)) {
      const file = join(folder, 'node_modules', library, 'package.json');
      if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version;
      if (folder === dirname(folder)) return undefined;
    }
  }
}

const portable = (path: string): string => path.split(sep).join('/');

const sorted = (found: ReadonlyMap<string, string>): CodeParts => [...found].sort(([a], [b]) => (a < b ? -1 : 1));

function missing(entry: string): never {
  throw new TypeError(`there is no module ${entry}`);
}
