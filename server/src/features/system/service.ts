import type { PublicSettings } from '@kindred/contract'
import type { Config } from '../../config.ts'

/** What anybody may know of this installation. */
export const publicSettings = (config: Config): PublicSettings => ({
  brand: config.BRAND_NAME,
  supportEmail: config.SUPPORT_EMAIL,
  demo: config.DEMO > 0,
  development: !config.production,
  googleClientId: config.GOOGLE_CLIENT_ID ?? null,
  facebookAppId: config.FACEBOOK_APP_ID ?? null,
  stripePublishableKey: config.STRIPE_PUBLISHABLE_KEY ?? null,
})
