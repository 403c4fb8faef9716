import { useMutation } from '@tanstack/react-query'
import { errorText } from '../api/error-text.ts'
import { CallFailed } from '../api/failure.ts'
import { toast } from '../ui/toast.tsx'

// Private data is shown for a reason, which the server accepts for half an hour. This tab remembers that a reason was
// given, so that the question comes before the call, and only once.

const COUNTS_FOR = 29 * 60_000
const keyOf = (subject: string) => `kindred.access.${subject}`

/** The title and the button of the question, where it isn't about showing something. */
export type Asking = { title: string; go: string }

let ask: (asking?: Asking) => Promise<string | null> = () => Promise.resolve(null)
/** The frame of the back office asks why: the reason, or null where staff would rather not say. */
export const onReasonRequired = (asking: typeof ask): void => void (ask = asking)

/** A reason was given a while ago, and still counts. */
export const wasGiven = (subject: string): boolean => Number(sessionStorage.getItem(keyOf(subject))) > Date.now()
const isRefused = (error: unknown): boolean => error instanceof CallFailed && error.is('reason_required')

/** The server has a reason for this already, so that nobody is asked again. */
export const rememberReason = (subject: string): void =>
  sessionStorage.setItem(keyOf(subject), String(Date.now() + COUNTS_FOR))

/** Makes a call that needs a reason, with the one that staff give here or gave a while ago. */
export async function withReason<T>(
  subject: string,
  declined: string,
  call: (input: { reason?: string }) => Promise<T>,
  asking?: Asking,
): Promise<T> {
  if (wasGiven(subject))
    try {
      return await call({})
    } catch (error) {
      // In another session than the one that it was given in.
      if (!isRefused(error)) throw error
    }
  const reason = await ask(asking)
  if (reason === null) throw new CallFailed('other', declined)
  const answer = await call({ reason })
  rememberReason(subject)
  return answer
}

/** Such a call by a button. */
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
