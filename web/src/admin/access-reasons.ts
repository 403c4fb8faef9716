import { useMutation } from '@tanstack/react-query'
import { errorText } from '../api/error-text.ts'
import { CallFailed } from '../api/failure.ts'
import { toast } from '../ui/toast.tsx'

// The server accepts a reason for viewing private data for half an hour. This tab remembers when a reason was given, so
// that it asks before the request and only once.

const COUNTS_FOR = 29 * 60_000
const keyOf = (subject: string) => `kindred.access.${subject}`

/** The title and button of the dialog, for requests other than viewing private data. */
export type ReasonPrompt = { title: string; go: string }

let ask: (prompt?: ReasonPrompt) => Promise<string | null> = () => Promise.resolve(null)
/** Registers the dialog that asks for the reason. It resolves with null if staff cancel. */
export const onReasonRequired = (prompt: typeof ask): void => void (ask = prompt)

export const hasRecentAccessReason = (subject: string): boolean =>
  Number(sessionStorage.getItem(keyOf(subject))) > Date.now()
const isRefused = (error: unknown): boolean => error instanceof CallFailed && error.is('reason_required')

/** Marks a reason as given when the server already has one, so that no dialog appears. */
export const rememberReason = (subject: string): void =>
  sessionStorage.setItem(keyOf(subject), String(Date.now() + COUNTS_FOR))

/** Sends a request that requires a reason, and asks for one unless it was given recently. */
export async function withReason<T>(
  subject: string,
  declined: string,
  call: (input: { reason?: string }) => Promise<T>,
  prompt?: ReasonPrompt,
): Promise<T> {
  if (hasRecentAccessReason(subject))
    try {
      return await call({})
    } catch (error) {
      // The reason was given in another session, so the server refused the request.
      if (!isRefused(error)) throw error
    }
  const reason = await ask(prompt)
  if (reason === null) throw new CallFailed('other', declined)
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
