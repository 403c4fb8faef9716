import type { Provider } from '@kindred/contract'

export const providerNames: Record<Provider, string> = { google: 'Google', facebook: 'Facebook' }
