import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first; then whole folders of files that start programs and containers. */
const FIRST = [
  'test/e2e/index-campaign.test.ts',
  'test/e2e/probe.test.ts',
  'test/e2e/battery.test.ts',
  'test/conformance/real-agents.test.ts',
  'test/conformance/sandbox.test.ts',
  'test/e2e/campaign.test.ts',
  'test/e2e/replay.test.ts',
  'test/e2e/every-agent.test.ts',
  'test/e2e/guides.test.ts',
  'test/e2e/report.test.ts',
  'test/e2e/own-resets.test.ts',
  'test/e2e/',
  'test/conformance/',
  'test/docker/',
  'test/',
];

/**
 * The order in which files start, the same on every machine. Vitest's own, without a cache, goes by the size of a file: a short one that runs
 * a long campaign then starts last, and all other workers stand idle until it ends.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    return bySize.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  const path = relative(project.config.root, moduleId).split(sep).join('/');
  const first = FIRST.findIndex((start) => path.startsWith(start));
  return first === -1 ? FIRST.length : first;
}
