import { Trans } from '@lingui/react/macro'

/** What happens to contacts, and to people who are here already. */
export const ContactWords = () => (
  <div className="grid gap-2 text-ink-2">
    <p>
      <Trans>
        We never get your contacts themselves. We keep a scrambled form of each, so that it also works for people who
        join later, and a short hint, such as “a…@example.com,” so that you can recognize it.
      </Trans>
    </p>
    <p>
      <Trans>
        People who join later won’t find you, and you won’t find them. People who are already here won’t find you
        either, but you may still see them. If they disappeared, anyone could guess an address or number and find out
        whose it is. To stop seeing someone, block them on their profile. Your matches stay.
      </Trans>
    </p>
  </div>
)
