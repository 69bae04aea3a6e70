import type { Browser } from 'playwright-core';

export declare const NAMES: readonly string[];
/** The Chromium of this machine; undefined where there is none. */
export declare const browserProgram: string | undefined;
/** Starts it, headless. */
export declare function launchBrowser(): Promise<Browser>;
