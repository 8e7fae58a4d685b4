/** Those who wait for what another instance brings. */
export interface NoticeWaiters {
  /** Waits for news of a key, or for as many milliseconds; true when some came. */
  wait(key: string, milliseconds: number): Promise<boolean>;
  wake(key: string): void;
}

/** One flight of a key waits at a time. */
export function createNoticeWaiters(): NoticeWaiters {
  const waiting = new Map<string, () => void>();
  return {
    wait: (key, milliseconds) =>
      new Promise((resolve) => {
        const end = (told: boolean) => {
          clearTimeout(timer);
          waiting.delete(key);
          resolve(told);
        };
        const timer = setTimeout(() => end(false), milliseconds);
        waiting.set(key, () => end(true));
      }),
    wake: (key) => waiting.get(key)?.(),
  };
}
