import type { Json } from './json.js';

/** What was said in a conversation so far, the prompt to be answered last. */
export interface Said {
  role: 'user' | 'assistant';
  text: string;
}

/** A prompt to a model, in a conversation of its own: no system text, no tools, nothing kept by the provider. */
export interface Question {
  model: string;
  conversation: readonly Said[];
  stream: boolean;
  /** Further members of the body (`temperature`, …); they replace those of ours that are not reserved. */
  parameters: Json;
}

/** A question as an HTTP request of a dialect. */
export interface QuestionRequest {
  /** Path and query, as agents ask for them. */
  target: string;
  /** Beside content-type. */
  headers: Record<string, string>;
  body: Json;
}

/**
 * Members that no parameter may set, in any dialect: they hold what is asked of which model, offer tools, or make the
 * provider remember or look something up.
 */
export const RESERVED_PARAMETERS: readonly string[] = [
  'model', 'stream',
  'messages', 'input', 'contents', 'prompt', 'system', 'instructions', 'systemInstruction', 'system_instruction',
  'tools', 'tool_choice', 'toolConfig', 'tool_config', 'functions', 'function_call', 'mcp_servers', 'web_search_options', 'plugins',
  'store', 'background', 'conversation', 'previous_response_id', 'cachedContent', 'cached_content', 'container',
];
