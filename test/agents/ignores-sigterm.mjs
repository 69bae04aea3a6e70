// Ignores whatever can be ignored and never ends by itself.
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGPIPE']) process.on(signal, () => {});
setInterval(() => {}, 1000);
console.log('ready');
