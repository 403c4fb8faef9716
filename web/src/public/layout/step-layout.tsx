import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { useWelcomeWords } from '../../api/use-welcome-words.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Logo, logoClass, panelLogoClass } from '../../ui/logo.tsx'
import { StepFrame } from '../../ui/step-frame.tsx'
import { LanguageSelect } from '../../words/language-select.tsx'

type Props = { back?: (() => void) | undefined; step: number; children: ReactNode }

/** The frame of the steps before the first sign-in. */
export function StepLayout({ back, step, children }: Props) {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { headline } = useWelcomeWords()
  const logo = (className = '') => (
    <Link className={className} to={paths.welcome} aria-label={t`${brand} home`}>
      <Logo brand={brand} />
    </Link>
  )
  return (
    <StepFrame
      logo={logo(logoClass)}
      panelLogo={logo(panelLogoClass)}
      motto={headline ?? <Trans>Meet someone who’d choose you, too</Trans>}
      back={back && { label: t`Back`, onBack: back }}
      corner={<LanguageSelect />}
      step={step}
    >
      {children}
    </StepFrame>
  )
}
