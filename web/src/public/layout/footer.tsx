import { Trans } from '@lingui/react/macro'
import { useOwnPages } from '../../api/own-texts.ts'
import { useSettings } from '../../api/settings.ts'
import { mailTo, paths, toPage } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import styles from '../../ui/landing.module.css'
import { LanguageSelect } from '../../words/language-select.tsx'

export function Footer() {
  const { brand, supportEmail, publicTransparency, imprint } = useSettings()
  // Visitors' home is the welcome page.
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  return (
    <footer className="border-t border-line in-data-[area=office]:mt-4">
      <div className={styles['foot']}>
        <Link to={isAuthenticated ? paths.home : paths.welcome}>
          <Trans>Home</Trans>
        </Link>
        <Link to={paths.faqs}>
          <Trans>FAQs</Trans>
        </Link>
        <Link to={paths.privacy}>
          <Trans>Privacy Policy</Trans>
        </Link>
        <a href={mailTo(supportEmail)}>
          <Trans>Contact Us</Trans>
        </a>
        <Link to={paths.help}>
          <Trans>Help Center</Trans>
        </Link>
        <Link to={paths.safety}>
          <Trans>Safety Tips</Trans>
        </Link>
        {useOwnPages().map(({ slug, title }) => (
          <Link key={slug} {...toPage(slug)}>
            <bdi>{title}</bdi>
          </Link>
        ))}
        {imprint && (
          <Link to={paths.imprint}>
            <Trans>Imprint</Trans>
          </Link>
        )}
        {publicTransparency && (
          <Link to={paths.publicTransparency}>
            <Trans>Transparency</Trans>
          </Link>
        )}
        <LanguageSelect />
        <span>© 2025 {brand}</span>
      </div>
    </footer>
  )
}
