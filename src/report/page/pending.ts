import { createContext } from 'preact';

/** Whether a page is of an index that is not published: then each of its tables says so (methodology, "Publication state"). */
export const Pending = createContext(false);
