import { Command } from 'commander';
import { packageVersion } from '../common/package-root.js';
import { registerAdjudicate } from './adjudicate.js';
import { registerAgents } from './agents.js';
import { registerAnchor } from './anchor.js';
import { registerAttach } from './attach.js';
import { registerCalibrate } from './calibrate.js';
import { registerClean } from './clean.js';
import { registerCompare } from './compare.js';
import { registerComplete } from './complete.js';
import { registerDeviate } from './deviate.js';
import { registerDoctor } from './doctor.js';
import { registerExport } from './export.js';
import { registerImages } from './images.js';
import { registerInit } from './init.js';
import { registerInvalidate } from './invalidate.js';
import { registerLock } from './lock.js';
import { registerPrepare } from './prepare.js';
import { registerProbe } from './probe.js';
import { registerPublish } from './publish.js';
import { registerRecord } from './record.js';
import { registerReplay } from './replay.js';
import { registerReport } from './report.js';
import { registerRun } from './run.js';
import { registerScore } from './score.js';
import { registerShell } from './shell.js';
import { registerShow } from './show.js';
import { registerSummarize } from './summarize.js';
import { registerVerify } from './verify.js';
import { registerView } from './view.js';

/** The verbs in the order in which `--help` lists them. Each loads what it needs only when it runs. */
const VERBS = [
  registerInit,
  registerRun,
  registerShow,
  registerReport,
  registerView,
  registerReplay,
  registerShell,
  registerCompare,
  registerVerify,
  registerExport,
  registerCalibrate,
  registerLock,
  registerAnchor,
  registerInvalidate,
  registerAdjudicate,
  registerDeviate,
  registerPublish,
  registerPrepare,
  registerAttach,
  registerScore,
  registerRecord,
  registerSummarize,
  registerProbe,
  registerAgents,
  registerImages,
  registerDoctor,
  registerClean,
  registerComplete,
];

/** The whole command line. Nothing below calls `process.exit`: mistakes are thrown. */
export function buildProgram(): Command {
  const program = new Command('cleanslate')
    .description('Tests whether AI agents that work on files keep or lose the right project state under controlled resets.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({ outputError: (text, write) => { write(oneLine(text)); } })
    .addHelpText('after', '\nExample:\n  cleanslate run manifests/demo.yaml\n');
  VERBS.forEach((register) => { register(program); });
  return program;
}

const oneLine = (text: string): string => `cleanslate: ${text.replace(/^error: /, '').trim().replaceAll(/\s*\n\s*/g, ' ').replace(/\.$/, '')}; see --help\n`;
