import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { useWelcomeWords } from '../../api/use-welcome-words.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Logo, logoClass, panelLogoClass } from '../../ui/logo.tsx'
import { besidePanelClass, Panel } from '../../ui/step-frame.tsx'
import { LanguageSelect } from '../../words/language-select.tsx'
import { pageClass, siteHeadClass } from './classes.ts'

export function EntryLayout({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }) {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { headline } = useWelcomeWords()
  const logo = (className = '') => (
    <Link className={className} to={paths.welcome} aria-label={t`${brand} home`}>
      <Logo brand={brand} />
    </Link>
  )
  return (
    <div data-area="member" className={besidePanelClass}>
      <Panel logo={logo(panelLogoClass)} motto={headline ?? <Trans>Meet someone who’d choose you, too</Trans>} />
      <div className="flex min-h-dvh flex-col">
        <header className={`${pageClass} ${siteHeadClass} w-full xl:invisible`}>{logo(logoClass)}</header>
        <main id="main" className="mx-auto grid w-full max-w-[27rem] content-start gap-6 px-5 pt-6 pb-16 sm:pt-12">
          <div className="grid gap-2">
            <h1>{title}</h1>
            {lead && <p className="text-ink-2">{lead}</p>}
          </div>
          {children}
        </main>
        <footer className={`${pageClass} mt-auto w-full py-5`}>
          <LanguageSelect />
        </footer>
      </div>
    </div>
  )
}
