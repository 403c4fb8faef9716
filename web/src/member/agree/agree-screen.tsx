import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { members } from '../../api/member-client.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { homeOf, sameOriginPath, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { open } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { logout, refreshProfile } from '../../session/actions.ts'
import { getSession, useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { Tick } from '../../ui/tick.tsx'
import { rowsClass } from '../onboarding/rows.ts'
import { useChecked } from '../onboarding/use-checked.ts'
import { ExportPanel } from '../settings/export-panel.tsx'
import { LeavePanel } from '../settings/leave-panel.tsx'
import { useAction } from '../use-action.ts'

/** The page to which all others redirect until the member has accepted the terms. */
export default function AgreeScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { from } = useSearch<'/agree'>()
  // The terms were accepted here or in another tab.
  const isOver = useSession(
    ({ missingConsents }) => !missingConsents.includes('acceptTerms') && !missingConsents.includes('acceptNewTerms'),
  )
  const isNew = useSession(({ missingConsents }) => missingConsents.includes('acceptNewTerms'))
  const title = isNew ? t`Our terms have changed` : t`Before you start`
  useEffect(() => {
    if (isOver) void open(sameOriginPath(from) ?? homeOf(getSession()), 'replace')
  }, [isOver, from])
  usePage(title)
  return (
    <div data-area="member" className="mx-auto grid min-h-dvh w-full max-w-xl content-start gap-6 px-5 pb-16">
      <header className="flex h-16 items-center justify-between gap-4">
        <Link className={logoClass} to={paths.welcome} aria-label={t`${brand} home`}>
          <Logo brand={brand} />
        </Link>
        <Button tone="ghost" size="sm" onClick={logout}>{t`Sign out`}</Button>
      </header>
      <main id="main" className="grid gap-8">
        <div className="grid gap-1">
          <h1>{title}</h1>
          <p className="text-ink-2">
            {isNew
              ? t`You can still read everything. To like people and write to them, please agree to the new terms.`
              : t`You haven’t agreed to these yet. Until you do, no one can see you.`}
          </p>
        </div>
        <AgreeForm isNew={isNew} />
        <section className="grid gap-4" aria-labelledby="rather-not">
          <div className="grid gap-1">
            <h2 id="rather-not">{t`Rather not?`}</h2>
            <p className="text-ink-2">{t`You can take your data with you, or delete your account.`}</p>
          </div>
          <ExportPanel />
          <LeavePanel />
        </section>
      </main>
    </div>
  )
}

function AgreeForm({ isNew }: { isNew: boolean }) {
  const { t } = useLingui()
  const action = useAction()
  const [terms, setTerms] = useState(false)
  const [special, setSpecial] = useState(false)
  const agree = () =>
    action.run(async () => {
      await members.editProfile({ body: { acceptTerms: true, ...(special ? { acceptSpecialCategory: true } : {}) } })
      await refreshProfile()
    })
  const found = { acceptTerms: !terms && t`Please agree to the terms to continue.` }
  const { form, problems } = useChecked(found, action.problems, () => void agree())
  return (
    <form className="grid gap-6" {...form}>
      <ErrorNote>{Object.keys(action.problems).length === 0 ? action.text : undefined}</ErrorNote>
      <div className={`${rowsClass} gap-3`}>
        <Tick
          label={<Terms />}
          required
          checked={terms}
          error={problems['acceptTerms']}
          onChange={({ target }) => setTerms(target.checked)}
        />
        {!isNew && (
          <Tick label={<SpecialCategory />} checked={special} onChange={({ target }) => setSpecial(target.checked)} />
        )}
      </div>
      <Button type="submit" size="lg" block busy={action.busy}>{t`Agree and continue`}</Button>
    </form>
  )
}

const Terms = () => (
  <Trans>
    I’m 18 or older, and I agree to the <Link to={paths.terms}>terms</Link>, the{' '}
    <Link to={paths.rules}>community rules</Link> and the <Link to={paths.privacy}>privacy policy</Link>.
  </Trans>
)

function SpecialCategory() {
  const { t } = useLingui()
  const { brand } = useSettings()
  return (
    <>
      <Trans>
        {brand} may use what I share about who I’d like to meet, my religion and my beliefs to find people for me. I can
        withdraw this at any time.
      </Trans>{' '}
      <span className="text-muted">{t`Optional. Without it, we can’t find people for you.`}</span>
    </>
  )
}
