import { execa } from 'execa';
import { CleanslateError } from '../common/errors.js';
import { packageVersion } from '../common/package-root.js';
import { discover, type EngineChoice, type Probe } from '../sandbox/discover.js';
import { connect } from '../sandbox/docker/client.js';
import { DockerProvider } from '../sandbox/docker.js';
import { listImages } from '../sandbox/images.js';
import { LocalProvider } from '../sandbox/local.js';

export interface Examination {
  ok: boolean;
  lines: ExaminedLine[];
}

/** `absent`: what is not there and need not be. */
export interface ExaminedLine {
  ok: boolean;
  absent?: true;
  line: string;
}

/** Looks at everything that a campaign needs of this machine. */
export async function examine(choice: EngineChoice): Promise<Examination> {
  const lines = [
    { ok: true, line: `cleanslate ${packageVersion()}, node ${process.version}` },
    await git(),
    ...(await engines(choice)),
    await local(),
  ];
  return { ok: lines.every(({ ok }) => ok), lines };
}

async function git(): Promise<ExaminedLine> {
  const found = await execa('git', ['--version'], { reject: false });
  return found.exitCode === 0 ? { ok: true, line: found.stdout } : { ok: false, line: 'git is not installed: workspaces are repositories' };
}

async function engines(choice: EngineChoice): Promise<ExaminedLine[]> {
  try {
    const { engine, probes, warnings } = await discover(choice);
    const lines = [...probes.map(describeProbe), ...warnings.map((line) => ({ ok: true, line: `warning: ${line}` }))];
    if (engine.kind === 'local') return lines;
    const { docker, close } = await connect(engine.endpoint);
    const provider = new DockerProvider(engine.endpoint);
    const facts = Object.entries(await provider.describe()).map(([name, value]) => `${name} ${value}`);
    const images = await listImages(docker);
    await provider.close();
    close();
    return [...lines, { ok: true, line: `engine: ${facts.join(', ')}` }, ...images.map(({ name, present, reference }): ExaminedLine => ({ ok: true, ...(!present && { absent: true }), line: `image ${name}: ${present ? reference : 'not built yet; `run` builds it'}` }))];
  } catch (error) {
    if (error instanceof CleanslateError) return [{ ok: false, line: error.line }];
    throw error;
  }
}

const describeProbe = ({ candidate, outcome, why }: Probe): ExaminedLine => ({ ok: true, ...(outcome !== 'chosen' && { absent: true }), line: `${candidate}: ${outcome}, ${why}` });

async function local(): Promise<ExaminedLine> {
  try {
    const provider = await LocalProvider.open();
    const facts = Object.entries(await provider.describe()).map(([name, value]) => `${name} ${value}`);
    await provider.close();
    return { ok: true, line: `local sandboxes: ${facts.join(', ')}` };
  } catch (error) {
    if (error instanceof CleanslateError) return { ok: false, line: `local sandboxes: ${error.line}` };
    throw error;
  }
}
