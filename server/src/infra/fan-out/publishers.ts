type Publisher = { last: number; silentFor: number }

/** What a message is to us: the next one of its publisher, one that came after others were lost, or one we had. */
export type Place = 'next' | 'after-gap' | 'known'

/** Tracks the numbers of the messages that other processes publish, to notice when some of them didn't arrive. */
export function trackPublishers() {
  const publishers = new Map<string, Publisher>()
  return {
    /** Every process numbers its messages. The first one that we hear from a process is where we start. */
    message: (from: string, number: number): Place => {
      const last = publishers.get(from)?.last ?? number - 1
      publishers.set(from, { last: Math.max(last, number), silentFor: 0 })
      return number <= last ? 'known' : number === last + 1 ? 'next' : 'after-gap'
    },
    /** A heartbeat has the number of the last message before it. Returns whether we missed that message. */
    heartbeat: (from: string, number: number): boolean => {
      const last = publishers.get(from)?.last ?? number
      publishers.set(from, { last: Math.max(last, number), silentFor: 0 })
      return number > last
    },
    /** A process that stops says so, after its last message. */
    left: (from: string): void => void publishers.delete(from),
    /**
     * Forgets processes that weren't heard in so many calls, and returns how many there were. We count calls and not
     * seconds, because after a long pause of ours what came meanwhile hasn't been read yet.
     */
    forgetSilent: (calls: number): number => {
      const silent = [...publishers].filter(([, publisher]) => ++publisher.silentFor > calls)
      for (const [from] of silent) publishers.delete(from)
      return silent.length
    },
    /** For a new connection, whose first messages have any number. */
    forgetAll: (): void => publishers.clear(),
  }
}
