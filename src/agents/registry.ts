import type { z } from 'zod';
import type { AgentAdapter } from './adapter.js';
import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { commandBlock } from './command-block.js';
import { commandAdapter } from './command.js';
import { controlAdapters } from './control/adapter.js';
import { examplePlayer } from './control/player.js';
import { copilot } from './copilot.js';
import { cursorAgent } from './cursor-agent.js';
import { geminiCli } from './gemini-cli.js';
import { manual } from './manual.js';
import { model } from './model.js';
import { opencode } from './opencode.js';
import { pi } from './pi.js';
import { qwenCode } from './qwen-code.js';
import { UserError } from '../common/errors.js';
import { formatPath, type Place } from '../common/place.js';
import { schemaFault } from '../common/schema-fault.js';

/** The part of a manifest's configuration that chooses an agent. */
export interface AgentSpec {
  /** `control/<name>`, `command`, or the id of an adapter. */
  agent: string;
  command?: unknown;
}

/** One line per adapter. `command` is not here: it is made from the manifest's block. */
const ADAPTERS: readonly AgentAdapter[] = [
  ...controlAdapters,
  examplePlayer,
  codex,
  claudeCode,
  pi,
  qwenCode,
  geminiCli,
  opencode,
  copilot,
  cursorAgent,
];

/** Agents that are no CLI: they run in no sandbox. */
const OUTSIDE: readonly AgentAdapter[] = [model, manual];

/** The ids a manifest may name, `command` among them. */
export const agentIds = (): string[] => [...[...ADAPTERS, ...OUTSIDE].map(({ id }) => id), 'command'];

/** Adapters that need no manifest, for `agents` and its generated tables. */
export const builtinAdapters = (): readonly AgentAdapter[] => ADAPTERS;

/**
 * The adapter that a configuration asks for.
 * @param place names a place in the configuration, for the error
 * @throws UserError CLEANSLATE_AGENT_UNKNOWN, CLEANSLATE_COMMAND_INVALID
 */
export function findAdapter({ agent, command }: AgentSpec, place: Place = formatPath): AgentAdapter {
  if (agent === 'command') return commandAdapter(parseCommand(command, place));
  if (command !== undefined) throw fault('CLEANSLATE_COMMAND_INVALID', `\`command\` is only for \`agent: command\`, not for \`${agent}\``, place(['command']));
  const adapter = [...ADAPTERS, ...OUTSIDE].find(({ id }) => id === agent);
  if (adapter) return adapter;
  throw fault('CLEANSLATE_AGENT_UNKNOWN', `unknown agent \`${agent}\`; known: ${agentIds().join(', ')}`, place(['agent']));
}

function parseCommand(command: unknown, place: Place): z.infer<typeof commandBlock> {
  if (command === undefined) throw fault('CLEANSLATE_COMMAND_INVALID', '`agent: command` needs a `command:` block with at least `argv`', place([]));
  const parsed = commandBlock.safeParse(command);
  if (parsed.success) return parsed.data;
  const { path, message } = schemaFault(parsed.error);
  throw fault('CLEANSLATE_COMMAND_INVALID', message, place(['command', ...path]));
}

const fault = (code: `CLEANSLATE_${string}`, message: string, where: string): UserError =>
  new UserError(code, message, where === '' ? {} : { where });
