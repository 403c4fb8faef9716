import type { Look } from '@kindred/contract/operations/look'
import { lookFileAddress, lookFileSize } from '@kindred/contract/operations/look-files'
import { lookProperties } from '@kindred/contract/operations/look-style'
import { isHexColor } from '@kindred/contract/operations/color'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Heart, Star, X } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import { serverUrl } from '../../api/base.ts'

type Theme = 'light' | 'dark'
const themes = ['light', 'dark'] as const
const addressOf = (file: string) => serverUrl(lookFileAddress(file))

/** The draft as far as it's complete: a half-typed color shows nothing yet. */
function complete({ accent, second, ...others }: Look): Look {
  return {
    ...others,
    ...(accent && isHexColor(accent) ? { accent } : {}),
    ...(second && isHexColor(second) ? { second } : {}),
  }
}

/** Four screens in small, in both themes, as the draft would show them. */
export function LookPreview({ brand, look }: { brand: string; look: Look }) {
  const { t } = useLingui()
  const shown = complete(useDeferredValue(look))
  const screens: [name: string, screen: (theme: Theme) => ReactNode][] = [
    [t`Start page`, (theme) => <StartPage brand={brand} look={shown} theme={theme} />],
    [t`Discover`, () => <Card />],
    [t`Chat`, () => <Chat />],
    [t`Settings`, () => <Settings />],
  ]
  return (
    <section className="card grid gap-4">
      <h2>{t`Preview`}</h2>
      <p className="text-muted">{t`Your changes appear here at once, and on the site when you save.`}</p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        {screens.flatMap(([name, screen]) =>
          themes.map((theme) => (
            // A window with a title, so that nothing in the picture is taken for a part of this form.
            <figure
              key={`${name} ${theme}`}
              className="grid min-w-0 grid-cols-1 overflow-hidden rounded-lg border border-line bg-sunken p-2 pt-0 select-none"
            >
              <figcaption className="flex min-h-8 items-center gap-1.5 px-1 text-caption text-muted">
                {[1, 2, 3].map((dot) => (
                  <i key={dot} className="block size-2 flex-none rounded-full bg-line-strong" />
                ))}
                <span className="ms-1 min-w-0 truncate">
                  {theme === 'light' ? t`${name}, light theme` : t`${name}, dark theme`}
                </span>
              </figcaption>
              <div
                aria-hidden="true"
                data-theme={theme}
                data-preview={theme}
                className="grid h-72 min-w-0 grid-cols-1 overflow-hidden rounded-md border border-line bg-canvas p-4 text-small text-ink [font-family:var(--face-text)]"
                style={lookProperties(shown, theme)}
              >
                {screen(theme)}
              </div>
            </figure>
          )),
        )}
      </div>
    </section>
  )
}

const fillClass = 'inline-grid min-h-9 place-items-center rounded-full bg-action px-4 font-medium text-action-ink'
const quietClass = 'inline-grid min-h-9 place-items-center rounded-full border border-line-strong px-4 font-medium'

function Brand({ brand, look: { logo, logoOnDark }, theme }: { brand: string; look: Look; theme: Theme }) {
  const file = theme === 'dark' ? (logoOnDark ?? logo) : logo
  if (!file)
    return (
      <span className="flex items-center gap-1.5 font-display text-[1.125rem] font-[640] tracking-[-0.03em]">
        <span className="grid gap-px">
          <i className="block size-2.5 rounded-ss-full rounded-ee-full bg-accent" />
          <i className="block size-2.5 rounded-es-full rounded-se-full bg-positive" />
        </span>
        <span className="truncate [unicode-bidi:plaintext]">
          {/* As in ui/logo.tsx, which would load with everything around it. */}
          {brand === 'Kindred' ? 'kindred' : brand}
        </span>
      </span>
    )
  const { width, height } = lookFileSize(file)
  return (
    <img
      className="h-6 w-auto max-w-full min-w-0 rounded-sm object-contain"
      style={theme === 'dark' && !logoOnDark ? { background: '#fff', padding: '0.125rem' } : undefined}
      src={addressOf(file)}
      width={width}
      height={height}
      alt=""
    />
  )
}

function StartPage({ brand, look, theme }: { brand: string; look: Look; theme: Theme }) {
  const { i18n } = useLingui()
  const { translations, ...english } = look.welcome ?? {}
  const own = { ...english, ...new Map(Object.entries({ ...translations })).get(i18n.locale) }
  return (
    <div className="grid grid-rows-[auto_1fr_auto] gap-3">
      <div className="flex min-w-0 items-center justify-between gap-3">
        <Brand brand={brand} look={look} theme={theme} />
        <span className="flex-none text-accent-text">
          <Trans>Sign in</Trans>
        </span>
      </div>
      <div className="grid min-h-0 content-start gap-2 overflow-hidden">
        <p className="font-display text-[1.375rem]/[1.1] font-[640] tracking-[-0.025em]" dir="auto">
          {own.headline ?? <Trans>Meet someone who’d choose you, too</Trans>}
        </p>
        {own.text && (
          <p className="line-clamp-2 whitespace-pre-line text-ink-2" dir="auto">
            {own.text}
          </p>
        )}
        <p>
          <span className={fillClass}>
            <Trans>Join for free</Trans>
          </span>
        </p>
      </div>
      <p className="rounded-lg bg-panel px-3 py-2.5 text-panel-ink">
        <Trans>Explained</Trans>{' '}
        <span className="block text-caption text-panel-muted">
          <Trans>Every score comes with its reasons.</Trans>
        </span>
      </p>
    </div>
  )
}

const actClass = 'grid size-10 place-items-center rounded-full'

const Card = () => (
  <div className="grid grid-rows-[1fr_auto] gap-3">
    <div className="grid grid-cols-[2fr_3fr] gap-3 overflow-hidden rounded-lg bg-surface p-3 shadow-edge">
      <div className="rounded-md bg-(--pine-200)">
        <span className="grid h-full place-items-center font-display text-[2rem] font-[640] text-(--pine-900)">Z</span>
      </div>
      <div className="grid content-start gap-2">
        <p className="font-display text-lead font-[640]">Zoë, 31</p>
        <p>
          <span className="inline-block rounded-sm bg-positive-soft px-1.5 py-0.5 text-caption font-medium text-positive-soft-ink">
            <Trans>Verified</Trans>
          </span>
        </p>
        <p className="flex items-center gap-1.5">
          <Check size={16} className="flex-none text-positive" />
          <Trans>You both want children.</Trans>
        </p>
        <p className="text-caption text-muted">
          <Trans>Within 10 km</Trans>
        </p>
      </div>
    </div>
    <div className="flex justify-center gap-3">
      <span className={`${actClass} bg-surface text-ink-2 shadow-edge`}>
        <X size={20} />
      </span>
      <span className={`${actClass} bg-surface text-ink-2 shadow-edge`}>
        <Star size={20} />
      </span>
      <span className={`${actClass} bg-accent text-accent-ink`}>
        <Heart size={20} />
      </span>
    </div>
  </div>
)

const Chat = () => (
  <div className="grid grid-rows-[1fr_auto] gap-3">
    <div className="flex flex-col gap-2">
      <p className="max-w-4/5 self-start rounded-[1.25rem] bg-sunken px-4 py-2">
        <Trans>Did you find the lake?</Trans>
      </p>
      <p className="max-w-4/5 self-end rounded-[1.25rem] bg-(--pine-800) px-4 py-2 text-[oklch(0.98_0.008_100)]">
        <Trans>I did, and it was freezing.</Trans>
      </p>
      <p className="max-w-4/5 self-start rounded-[1.25rem] bg-sunken px-4 py-2">
        <Trans>Next time I’ll come along.</Trans>
      </p>
      <p className="self-center rounded-md bg-positive-soft px-3 py-1.5 text-caption text-positive-soft-ink">
        <Trans>You both said yes to a date.</Trans>
      </p>
    </div>
    <div className="flex items-center gap-2">
      <span className="h-9 flex-1 rounded-full border border-line-strong bg-surface" />
      <span className={fillClass}>
        <Trans>Send</Trans>
      </span>
    </div>
  </div>
)

const Settings = () => (
  <div className="grid grid-cols-1 content-start gap-3">
    <div className="flex gap-4 border-b border-line">
      <span className="flex-none border-b-2 border-accent pb-2 font-medium">
        <Trans>Privacy</Trans>
      </span>
      <span className="min-w-0 truncate pb-2 text-muted">
        <Trans>Notifications</Trans>
      </span>
    </div>
    <div className="flex items-center justify-between gap-3">
      <span className="min-w-0 truncate">
        <Trans>Incognito</Trans>
      </span>
      <span className="flex h-6 w-10 flex-none justify-end rounded-full bg-positive p-0.5">
        <i className="block size-5 rounded-full bg-(--thumb)" />
      </span>
    </div>
    <p className="text-ink-2">
      <Trans>Only people you like see you.</Trans>{' '}
      <span className="text-accent-text underline">
        <Trans>Learn more</Trans>
      </span>
    </p>
    <p>
      <span className="inline-block rounded-sm bg-(--accent-soft) px-1.5 py-0.5 text-caption font-medium text-(--accent-soft-ink)">
        <Trans>New</Trans>
      </span>
    </p>
    <div className="flex flex-wrap gap-2">
      <span className={fillClass}>
        <Trans>Save</Trans>
      </span>
      <span className={quietClass}>
        <Trans>Discard</Trans>
      </span>
    </div>
  </div>
)
