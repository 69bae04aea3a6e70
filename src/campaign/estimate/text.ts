import type { Estimate } from './estimate.js';

/** The estimate for people: the trials in their order, then what they are thought to use, each figure with its basis. */
export function estimateText(estimate: Estimate): string {
  const { trials, done, configurations, preflight, total, caps, concurrency, notes } = estimate;
  const lines = [
    ...trials,
    '',
    `${String(trials.length)} trials${done > 0 ? `, ${String(done)} others are done` : ''}`,
    `${figures(total)}, about ${duration(total.seconds)} with ${String(concurrency)} at once`,
    ...(total.unknown.tokens.length > 0 ? [`without the tokens of ${total.unknown.tokens.join(', ')}, of which nothing is known`] : []),
    ...configurations.flatMap((one) => [
      `${one.configuration} (${[one.agent, one.model].filter((name) => name !== null).join(', ')}): ${String(one.trials)} trials, ${figures(one)}, ${duration(one.seconds)} one after the other`,
      `  tokens: ${one.basis.tokens}`,
      `  time: ${one.basis.time}`,
      `  money: ${one.basis.money}`,
    ]),
    ...(preflight.configurations.length > 0 ? [`preflight (${preflight.configurations.join(', ')}): ${figures(preflight)}, ${duration(preflight.seconds)}`, `  ${preflight.basis}`] : []),
    ...(caps.length === 0 ? ['no cap on the campaign (`spend`)'] : caps.map(capLine)),
    ...notes,
  ];
  return `${lines.join('\n')}\n`;
}

function capLine({ cap, limit, spent, estimated, reached, after_trials }: Estimate['caps'][number]): string {
  const amount = (value: number): string => (cap === 'tokens' ? `${grouped(value)} tokens` : `${value.toFixed(2)} USD`);
  const used = spent > 0 ? `${amount(spent)} used before and ${amount(estimated)} estimated` : `${amount(estimated)} estimated`;
  const verdict = reached ? `WOULD BE REACHED${after_trials === null ? '' : ` after ${String(after_trials)} trials`}` : 'would not be reached';
  return `cap spend.${cap}: ${amount(limit)}, ${used}: ${verdict}`;
}

const figures = ({ input_tokens, output_tokens, cost_usd }: { input_tokens: number | null; output_tokens: number | null; cost_usd: number | null }): string =>
  `${input_tokens === null ? 'unknown' : `about ${grouped(input_tokens)}`} tokens in, ${output_tokens === null ? 'unknown' : `about ${grouped(output_tokens)}`} out, ${cost_usd === null ? 'cost unknown' : `about ${cost_usd.toFixed(2)} USD`}`;

const grouped = (value: number): string => Math.round(value).toString().replaceAll(/\B(?=(\d{3})+$)/g, ' ');

function duration(seconds: number): string {
  if (seconds < 90) return `${String(Math.ceil(seconds))} s`;
  return seconds < 5400 ? `${String(Math.round(seconds / 60))} min` : `${(seconds / 3600).toFixed(1)} h`;
}
