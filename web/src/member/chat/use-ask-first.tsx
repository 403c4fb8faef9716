import type { Hurt } from '@kindred/contract/moderation/hurting/rule'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { hurtToAskAbout } from './before-sending.ts'

const SendThis = lazy(() => import('./send-this.tsx'))

/** The dialog returns the focus to where it was, which should be the text rather than the button. */
const focusText = () => document.activeElement?.closest('form')?.querySelector('textarea')?.focus()

/**
 * Sends a text to a conversation, or a note to a person, right away or once its author has confirmed it. `question` is
 * rendered beside the form.
 */
export function useAskFirst(
  to: string,
  name: string,
): { ask: (text: string, send: () => void) => Promise<void>; question: ReactNode } {
  const [asked, setAsked] = useState<{ hurt: Hurt; send: () => void }>()
  const isReading = useRef(false)
  const ask = async (text: string, send: () => void) => {
    // Enter, pressed twice, sends once.
    if (isReading.current) return
    isReading.current = true
    const hurt = await hurtToAskAbout(to, text)
    isReading.current = false
    if (!hurt) return send()
    focusText()
    setAsked({ hurt, send })
  }
  const close = () => setAsked(undefined)
  const question = asked && (
    <Suspense>
      <SendThis
        hurt={asked.hurt}
        name={name}
        onEdit={close}
        onSend={() => {
          close()
          asked.send()
        }}
      />
    </Suspense>
  )
  return { ask, question }
}
