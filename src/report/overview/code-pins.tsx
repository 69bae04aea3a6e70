import type { JSX } from 'preact';
import { Digest, Table } from '../page/parts.js';

/** What each digest of the program stands for (`protocol/harness.ts`). */
const CODE = [
  ['scorer', 'all code that decides a score, or puts together what checks look at'],
  ['validity', 'all code that decides what is captured of an attempt, and whether it counts'],
  ['order', 'all code that decides in which order trials start'],
  ['program', 'the program as a whole, with the versions of its libraries'],
] as const;

/** As a file has them: an older one may lack some. */
type Digests = Readonly<Partial<Record<string, unknown>>>;

/** The code that judged, in digests: what was locked, and beside it what the campaign was opened with. */
export const CodePins = ({ opened, locked }: { opened: Digests; locked: Digests | undefined }): JSX.Element => (
  <>
    <h3>Code</h3>
    <Table label="Code" head={['Digest', 'Locked', 'Ran', 'Stands for']} wide>
      {CODE.map(([name, what]) => <tr><th scope="row">{name}</th><td><Digest of={textOf(locked?.[name])} /></td><td><Digest of={textOf(opened[name])} /></td><td>{what}</td></tr>)}
    </Table>
  </>
);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
