import type { Page } from '@playwright/test'

export const openRow = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .last()
    .click()
