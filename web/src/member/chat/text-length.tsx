import { LONGEST_MESSAGE } from '@kindred/contract/chat/longest-message'
import { Plural, Trans } from '@lingui/react/macro'

/** From here on, the rest is counted. */
const NEAR = 200

/** The server counts a message without the spaces around it. */
const leftAfter = (text: string, most = LONGEST_MESSAGE): number => most - text.trim().length

export const isTooLong = (text: string, most?: number): boolean => leftAfter(text, most) < 0
export const isNearLimit = (text: string): boolean => leftAfter(text) <= NEAR

type Props = { id: string; text: string; most?: number; className: string }

/** A text may become too long, so that nothing that is pasted gets lost. It can't be sent before it is shorter. */
export function TextLength({ id, text, most, className }: Props) {
  const left = leftAfter(text, most)
  return (
    <div role="status" id={id} className={`text-small ${left < 0 ? 'font-medium text-danger' : 'text-muted'}`}>
      {left <= NEAR && (
        <p className={className}>
          {left < 0 ? (
            <Plural
              value={-left}
              one="Too long to send: remove # character."
              other="Too long to send: remove # characters."
            />
          ) : left === 0 ? (
            <Trans>No characters left</Trans>
          ) : (
            <Plural value={left} one="# character left" other="# characters left" />
          )}
        </p>
      )}
    </div>
  )
}
