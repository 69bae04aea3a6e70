// Scores every attempt of a campaign anew from its evidence, and prints the scores and the summary as bytes that can be compared.
// Run as: node scores-again.mjs <dist> <campaign>, wherever that is.
const [dist, dir] = process.argv.slice(2);
const { readCampaign } = await import(`${dist}/campaign/read-campaign.js`);
const { readAttemptRecord } = await import(`${dist}/trial/attempt-record.js`);
const { rescorer } = await import(`${dist}/campaign/verify/rescore.js`);
const { summarizeCampaign } = await import(`${dist}/campaign/summary.js`);
const { formatSummary } = await import(`${dist}/campaign/summary-text.js`);

const on = await readCampaign(dir);
const rescore = await rescorer(on);
for (const { trial, attempt } of on.results) process.stdout.write(`${trial} ${JSON.stringify(await rescore(await readAttemptRecord(dir, trial, attempt)))}\n`);
process.stdout.write(formatSummary(await summarizeCampaign(on)));
