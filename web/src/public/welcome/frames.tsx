import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarHeart, Check, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import fit from '../../ui/fit.module.css'

// What the app looks like: a card, a match and a date, with people from the demo.

/** Its words repeat what the text beside it says, so screen readers skip it. */
const Frame = ({ children }: { children: ReactNode }) => (
  <div
    className="grid h-72 grid-cols-[minmax(0,1fr)] overflow-hidden rounded-xl bg-canvas text-ink shadow-lg"
    aria-hidden="true"
  >
    {children}
  </div>
)

const face = (name: string, className: string) => (
  <img className={className} src={`/people/${name}.svg`} alt="" width="400" height="500" loading="lazy" />
)

export const CardFrame = () => (
  <Frame>
    <div className="relative min-h-0">
      {face('oluwaseun', 'h-52 w-full object-cover object-[50%_42%]')}
      <p
        className={
          'absolute inset-x-0 top-0 flex h-52 items-end bg-[linear-gradient(transparent_40%,oklch(0.15_0.01_20/0.75))] ' +
          'px-4 pb-3 font-display text-[1.5rem]/7 font-[640] text-[oklch(1_0_0)]'
        }
      >
        <bdi>Oluwaseun</bdi> 31
      </p>
      <div className="grid gap-2 px-4 py-3">
        <div className={fit['fit']}>
          <p className={`${fit['number']} text-[2rem]`}>84</p>
          <p className="text-small font-bold">
            <Trans>Likely between 78 and 89</Trans>
          </p>
        </div>
        <p className="flex items-center gap-2 text-small">
          <Check className="icon text-positive" size={18} />
          <Trans>You both want children.</Trans>
        </p>
      </div>
    </div>
  </Frame>
)

/** Isolated, so that it keeps its direction in Arabic. */
const HANEUL = '\u2068Haneul\u2069'

export const MatchFrame = () => {
  const { t } = useLingui()
  const name = HANEUL
  const portrait = 'h-36 w-28 rounded-lg border-4 border-[oklch(1_0_0)] object-cover shadow-lg'
  return (
    <Frame>
      <div className="grid content-center justify-items-center gap-6 bg-(--pine-700) px-4 text-panel-ink">
        <div className="relative flex gap-2">
          {face('zoe', portrait)}
          {face('haneul', `${portrait} mt-4`)}
          <span className="absolute inset-0 m-auto grid size-12 place-items-center rounded-full bg-[oklch(1_0_0)]">
            <svg className="size-8" viewBox="11 2 18 28">
              <path
                className="fill-(--ember-600)"
                d="M12.2 15.4v-1.6A10.8 10.8 0 0 1 23 3h4.4v1.6a10.8 10.8 0 0 1-10.8 10.8z"
              />
              <path
                className="fill-(--pine-600)"
                d="M12.2 16.6h4.4a10.8 10.8 0 0 1 10.8 10.8V29H23a10.8 10.8 0 0 1-10.8-10.8z"
              />
            </svg>
          </span>
        </div>
        <p className="text-center font-display text-[1.375rem]/7 font-[640] text-balance">
          {t`You and ${name} like each other`}
        </p>
      </div>
    </Frame>
  )
}

const SATURDAY = new Date('2026-12-05T16:30')

export const DateFrame = () => {
  const { t, i18n } = useLingui()
  const name = HANEUL
  const times = i18n.date(SATURDAY, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
  return (
    <Frame>
      <div className="grid content-center gap-3 px-4">
        <p className="justify-self-start rounded-xl bg-sunken px-4 py-2">
          <Trans>Coffee on Saturday?</Trans>
        </p>
        <div className="grid gap-3 rounded-xl border border-accent bg-(--accent-soft) p-4">
          <p className="flex items-center gap-2 font-medium">
            <CalendarHeart className="icon text-accent" />
            {t`Date with ${name}: ${times}`}
          </p>
          <p className="flex items-center gap-2 justify-self-start rounded-full bg-action px-4 py-2 text-small text-action-ink">
            <Share2 className="icon" size={18} />
            <Trans>Share with a friend</Trans>
          </p>
        </div>
      </div>
    </Frame>
  )
}
