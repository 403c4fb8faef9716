import { Trans } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import {
  type FormHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { IconButton } from './button.tsx'
import { Leaves } from './logo.tsx'
import { ALL_STEPS } from './step-count.ts'

// Screens that ask one question at a time: joining, confirming the address, and the first profile.

type Back = { label: string; onBack: () => void }

type Props = {
  logo: ReactNode
  /** The logo for the dark panel beside the question, on wide screens. */
  panelLogo: ReactNode
  motto: ReactNode
  /** What the panel shows instead of the motto, and what stands above the question where there is no panel. */
  card?: { panel: ReactNode; line: ReactNode } | undefined
  back?: Back | undefined
  /** An action in the corner opposite the arrow, such as the language. */
  corner?: ReactNode
  /** The number of the step, of all from the name to the finished profile. */
  step: number
  children: ReactNode
}

/**
 * Keeps the screen as tall as what the on-screen keyboard leaves of it, so that its button is above the keyboard.
 * Browsers that shrink the page by themselves report no difference.
 */
function useHeightAboveKeyboard() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return undefined
    const fit = () => {
      const isCovered = innerHeight - seen.height > 120 && seen.scale === 1
      frame.current?.style.setProperty('--seen', isCovered ? `${seen.height}px` : '100dvh')
    }
    seen.addEventListener('resize', fit)
    return () => seen.removeEventListener('resize', fit)
  }, [])
  return frame
}

export const besidePanelClass = 'grid grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]'

/** The dark panel beside what someone without a session fills in, on wide screens. */
export const Panel = ({ logo, motto, content }: { logo: ReactNode; motto: ReactNode; content?: ReactNode }) => (
  <aside
    className={
      'sticky top-0 hidden h-dvh flex-col justify-between overflow-hidden bg-panel p-12 text-panel-ink xl:flex'
    }
  >
    <Leaves />
    <div className="relative">{logo}</div>
    {content}
    {!content && (
      <p className="relative max-w-96 font-display text-[2.5rem]/[1.1] font-[640] tracking-(--tracking-display)">
        {motto}
      </p>
    )}
    {content && <span />}
  </aside>
)

export function StepFrame({ logo, panelLogo, motto, card, back, corner, step, children }: Props) {
  const frame = useHeightAboveKeyboard()
  return (
    <div ref={frame} data-area="member" className={`${besidePanelClass} min-h-(--seen,100dvh)`}>
      <Panel logo={panelLogo} motto={motto} content={card?.panel} />
      <div className="mx-auto flex w-full max-w-120 flex-col px-5">
        <header className="flex min-h-16 items-center justify-between gap-4">
          {back ? (
            <IconButton tone="ghost" label={back.label} className="-ms-3" onClick={back.onBack}>
              <ArrowLeft size={24} />
            </IconButton>
          ) : (
            <div className="flex min-w-0 flex-1 xl:invisible">{logo}</div>
          )}
          {corner}
        </header>
        <div className="h-1 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
          <i
            className={
              'block h-full rounded-full bg-accent transition-[width] duration-(--dur-2) motion-reduce:transition-none'
            }
            style={{ width: `${(step / ALL_STEPS) * 100}%` }}
          />
        </div>
        <p className="sr-only" role="status">
          <Trans>
            Step {step} of {ALL_STEPS}
          </Trans>
        </p>
        <main id="main" className="flex flex-1 flex-col pt-6 desk:flex-none desk:pt-12 desk:pb-16">
          {card?.line}
          {children}
        </main>
      </div>
    </div>
  )
}

type StepProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'title' | 'className'> & {
  title: ReactNode
  lead?: ReactNode
  /** The buttons, which stay at the bottom of phones. */
  foot?: ReactNode
  /** True if the question is answered by typing, so that its first field gets the focus. */
  isTyped?: boolean
  ref?: Ref<HTMLFormElement>
}

/** Moves the focus to a new question, after the page has moved it to its main part. */
function useFocusOnStart(isTyped: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const start = useEffectEvent(() => {
    const main = heading.current?.closest('main')
    const field = isTyped && (main?.querySelector('[aria-invalid]') ?? main?.querySelector('input:not([hidden])'))
    const target = field || heading.current
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  })
  useEffect(() => queueMicrotask(() => start()), [])
  return heading
}

/**
 * The second half of a double tap on the button would take the focus from the next question's field, and submit that
 * question before anything is typed. Other questions may be passed with two quick taps.
 */
function ignoreSecondHalf(event: MouseEvent<HTMLFormElement>): void {
  const isOnButton = event.target instanceof Element && event.target.closest('button[type=submit]')
  if (isOnButton && event.detail > 1) event.preventDefault()
}

/** One question with its answer and the way on. It is a form if it has something to submit. */
export function Step({ title, lead, foot, isTyped = false, children, ref, ...form }: StepProps) {
  const heading = useFocusOnStart(isTyped)
  const content = (
    <>
      <div className="grid gap-1">
        <h1 ref={heading} tabIndex={-1} className="outline-none!">
          {title}
        </h1>
        {lead && <p className="text-ink-2">{lead}</p>}
      </div>
      {children}
      {foot && (
        <div
          className={
            'sticky bottom-0 mt-auto grid gap-2 bg-canvas pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] ' +
            'desk:static desk:mt-2 desk:p-0'
          }
        >
          {foot}
        </div>
      )}
    </>
  )
  const className = 'flex flex-1 flex-col gap-6'
  return form.onSubmit ? (
    <form
      ref={ref}
      className={className}
      noValidate
      {...(isTyped && { onMouseDownCapture: ignoreSecondHalf, onClickCapture: ignoreSecondHalf })}
      {...form}
    >
      {content}
    </form>
  ) : (
    <div className={className}>{content}</div>
  )
}
