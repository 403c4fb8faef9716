import type { Nudge } from '@kindred/contract/chat/conversations'
import { Trans } from '@lingui/react/macro'
import { Shield } from 'lucide-react'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { linksIn } from './links.ts'

/**
 * Addresses can be followed, but tell the other side nothing, and nothing of them is fetched here. Those that don't
 * show where they lead are text (links.ts).
 */
export const Linked = ({ text }: { text: string }) => (
  <span className="block text-start whitespace-pre-wrap" dir="auto">
    {linksIn(text).map(({ text: part, href }, at) =>
      href ? (
        // An address reads from left to right, whatever surrounds it.
        <a
          key={`${at}${part}`}
          dir="ltr"
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="underline"
        >
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </span>
)

export function SafetyWarning({ nudge }: { nudge: Nudge }) {
  const { brand } = useSettings()
  const words = {
    money: <Trans>No one here should ask you for money. If they do, tell us. You don’t have to reply.</Trans>,
    elsewhere: <Trans>We can only help while you’re on {brand}. There’s no rush to move to another app.</Trans>,
    scam: <Trans>This looks like a scam message. Never send money or codes to someone you haven’t met.</Trans>,
    copied: <Trans>They sent nearly the same message to several people.</Trans>,
    link: <Trans>Links can lead anywhere. Only open one if you know where it goes.</Trans>,
  }
  return (
    <p
      className={
        'my-2 flex max-w-xl items-start gap-3 rounded-lg bg-positive-soft px-4 py-3 text-small ' +
        'text-positive-soft-ink'
      }
    >
      <Shield className="icon" size={20} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {words[nudge]}{' '}
        <Link className="font-medium whitespace-nowrap" to={paths.safety}>
          <Trans>Safety Tips</Trans>
        </Link>
      </span>
    </p>
  )
}
