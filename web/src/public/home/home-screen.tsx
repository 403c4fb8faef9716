import { Trans, useLingui } from '@lingui/react/macro'
import { Globe, ShieldCheck, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePage, useSettings } from '../../api/settings.ts'
import { homeOf, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { buttonClass } from '../../ui/button.tsx'
import styles from '../../ui/landing.module.css'

export default function HomeScreen() {
  const { t } = useLingui()
  const start = useSession(homeOf)
  const isStaff = useSession(({ user }) => !!user?.staffRole)
  usePage(t`Home`)
  return (
    <>
      <section className="grid justify-items-center gap-6 py-12 text-center sm:py-20">
        <h1 className="max-w-4xl font-display text-display! tracking-tight">{t`Find Your Perfect Match`}</h1>
        <p className="max-w-xl text-lead text-balance text-ink-2">
          <Trans>Meet one person at a time, and see why you might click. Take your time.</Trans>
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Link to={start} className={buttonClass('primary', 'lg')}>{t`Get Started`}</Link>
          <Link to={paths.faqs} className={buttonClass('quiet', 'lg')}>{t`Learn More`}</Link>
          {isStaff && <Link to={paths.dashboard} className={buttonClass('quiet', 'lg')}>{t`Back office`}</Link>}
        </div>
      </section>
      <section className={styles['promises']} aria-label={t`What to expect`}>
        <Feature icon={<ShieldCheck className="icon" />} title={<Trans>Safe & Secure</Trans>}>
          <Trans>
            We only store your location to within about a mile. Blocking is mutual, and real people answer your reports.
          </Trans>
        </Feature>
        <Feature icon={<Sparkles className="icon" />} title={t`Smart Matching`}>
          <Trans>Every score shows its reasons and how certain it is, and matching always works both ways.</Trans>
        </Feature>
        <Feature icon={<Globe className="icon" />} title={t`Global Community`}>
          <Trans>People from all walks of life, in their own words and on their own terms.</Trans>
        </Feature>
      </section>
      <Stats />
    </>
  )
}

const Feature = ({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) => (
  <div>
    {icon}
    <h2>{title}</h2>
    <p className="text-(color:--pine-panel-muted)">{children}</p>
  </div>
)

/** Marketing stats, which the operator can change or remove. */
function Stats() {
  const { t, i18n } = useLingui()
  const { figures } = useSettings()
  // The default labels have translations.
  const names: Partial<Record<string, string>> = {
    'Active users': t`Active users`,
    'Success stories': t`Success stories`,
    Satisfaction: t`Satisfaction`,
    Support: t`Support`,
  }
  if (figures.length === 0) return null
  return (
    <dl className="grid grid-cols-2 gap-8 py-16 text-center sm:grid-cols-4">
      {figures.map(({ value, label = '', ...labels }, at) => (
        <div key={at} className="flex flex-col-reverse gap-1">
          <dt className="text-ink-2 wrap-anywhere">{labels[i18n.locale] ?? names[label] ?? label}</dt>
          <dd className="font-display text-[2.5rem]/[1.1] font-bold tracking-tight tabular-nums">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
