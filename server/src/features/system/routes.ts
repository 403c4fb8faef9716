import type { system } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { theBuild } from '../../infra/build.ts'

export const systemHandlers: Handlers<typeof system> = {
  getStatus: async ({ config }) => ({
    ...theBuild,
    settings: {
      brand: config.BRAND_NAME,
      supportEmail: config.SUPPORT_EMAIL,
      demo: config.DEMO > 0,
      development: !config.production,
      googleClientId: config.GOOGLE_CLIENT_ID ?? null,
      facebookAppId: config.FACEBOOK_APP_ID ?? null,
      stripePublishableKey: config.STRIPE_PUBLISHABLE_KEY ?? null,
    },
  }),
}
