export const port = Number(process.env.PORT ?? 8080);
