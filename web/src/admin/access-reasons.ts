import { useMutation } from '@tanstack/react-query'
import { errorText } from '../api/error-text.ts'
import { CallFailed } from '../api/failure.ts'
import { read, write } from '../session/storage.ts'
import { toast } from '../ui/toast.tsx'

// The server accepts a reason for viewing private data for half an hour. This tab remembers when a reason was given, so
// that it asks before the request and only once. A reason for a case counts for everything that belongs to the case.

const COUNTS_FOR = 29 * 60_000
const keyOf = (subject: string) => `kindred.access.${subject}`

/** The title and button of the dialog, for requests other than viewing private data. */
export type ReasonPrompt = { title: string; go: string }

let ask: (subject: string, prompt?: ReasonPrompt) => Promise<string | null> = () => Promise.resolve(null)
/** Registers the dialog that asks for the reason. It resolves with null if staff cancel. */
export const onReasonRequired = (prompt: typeof ask): void => void (ask = prompt)

export type OpenCase = { reason: string; subjects: readonly string[] }
let opened: OpenCase & { until: number } = { reason: '', subjects: [], until: 0 }

/** Remembers the case that is on the screen, whose reason the dialog suggests. */
export const viewCase = (viewed: OpenCase): void =>
  void (opened = { ...viewed, until: viewed.reason === opened.reason ? opened.until : 0 })
/** Staff who work on a case have a reason to see what belongs to it. */
export const workOnCase = (worked: OpenCase): void => void (opened = { ...worked, until: Date.now() + COUNTS_FOR })

export const suggestedReason = (subject: string): string | undefined =>
  opened.subjects.includes(subject) ? opened.reason : undefined
const workingReason = (subject: string) => (opened.until > Date.now() ? suggestedReason(subject) : undefined)

const isRecent = (subject: string): boolean => Number(read(keyOf(subject), 'sessionStorage')) > Date.now()
export const hasRecentAccessReason = (subject: string): boolean =>
  isRecent(subject) || workingReason(subject) !== undefined
const isRefused = (error: unknown): boolean => error instanceof CallFailed && error.is('reason_required')

/** Marks a reason as given when the server already has one, so that no dialog appears. */
export const rememberReason = (subject: string): void =>
  write(keyOf(subject), String(Date.now() + COUNTS_FOR), 'sessionStorage')

async function askedReason(subject: string, declined: string, prompt: ReasonPrompt | undefined): Promise<string> {
  const reason = await ask(subject, prompt)
  if (reason === null) throw new CallFailed('other', declined)
  if (reason === suggestedReason(subject)) workOnCase(opened)
  return reason
}

/** Sends a request that requires a reason, and asks for one unless it was given recently. */
export async function withReason<T>(
  subject: string,
  declined: string,
  call: (input: { reason?: string }) => Promise<T>,
  prompt?: ReasonPrompt,
): Promise<T> {
  if (isRecent(subject))
    try {
      return await call({})
    } catch (error) {
      // The reason was given in another session, so the server refused the request.
      if (!isRefused(error)) throw error
    }
  const reason = workingReason(subject) ?? (await askedReason(subject, declined, prompt))
  const answer = await call({ reason })
  rememberReason(subject)
  return answer
}

export const useWithReason = <T>(
  subject: string,
  declined: string,
  call: (input: { reason?: string }) => Promise<T>,
  onSuccess?: (answer: T) => unknown,
) =>
  useMutation({
    mutationFn: () => withReason(subject, declined, call),
    onSuccess: (answer) => onSuccess?.(answer),
    onError: (error) => toast({ text: errorText(error), bad: true }),
  })
