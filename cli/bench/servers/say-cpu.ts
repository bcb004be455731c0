/** Answers each message of the parent process with the milliseconds of CPU that this process has used. */
export function sayCpu(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
  });
}
