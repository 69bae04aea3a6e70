import type { ComponentChildren, JSX } from 'preact';

/** The form that filters a list (`report/browser/filters.ts`). Without scripts it is not shown, and the list is whole. */
export const Filters = ({ list, children }: { list: string; children: ComponentChildren }): JSX.Element => (
  <form class="filters" data-filters={list} aria-label={`Filter ${list}`} hidden>
    {children}
    <button type="reset">Show all</button>
    <span role="status" data-status={list} />
  </form>
);

/** One of a few values, or any; left out where there is nothing to choose. */
export const Choice = ({ name, label, values }: { name: string; label: string; values: readonly string[] }): JSX.Element | null =>
  values.length === 0 ? null : (
    <label>{label} <select name={name}><option value="">any</option>{values.map((value) => <option value={value}>{value}</option>)}</select></label>
  );
