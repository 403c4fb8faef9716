// The roles of staff and their rights. A route of the back office names the right it needs (`staff:…`), and the server
// refuses everyone whose role lacks this right.

export const staffRoles = ['administrator', 'moderator', 'support', 'analyst'] as const
export type StaffRole = (typeof staffRoles)[number]

export const staffRights = [
  /** The dashboard: stats, the newest users, and the amount of pending work. */
  'dashboard',
  /** Numbers and statements about decisions, without personal data. */
  'transparency',
  'users.list',
  'users.read',
  'users.edit',
  /** Access to orientation and other private answers, which requires a reason. */
  'users.reveal',
  'users.export',
  'users.role',
  'users.bulk',
  'reports.read',
  'reports.work',
  'reports.delete',
  /** Access to messages and photos in reports, which requires a reason. */
  'evidence',
  'holds',
  'decide',
  'appeals',
  'photos',
  /** Invitations, and applications of people who want to join. */
  'admission',
  'approve',
  'monitoring',
  'subscriptions.list',
  'invoices',
  /** Refunds, gifts of Premium, and resolving failed payments and differences. */
  'payments',
  'configuration',
  'audit',
  'system',
] as const
export type StaffRight = (typeof staffRights)[number]

/** Administrators have every right. */
export const rightsOfRole: Record<StaffRole, readonly StaffRight[]> = {
  administrator: staffRights,
  moderator: [
    'dashboard',
    'users.list',
    'users.read',
    'users.reveal',
    'reports.read',
    'reports.work',
    'evidence',
    'decide',
    'appeals',
    'photos',
    'admission',
  ],
  support: [
    'dashboard',
    'users.list',
    'users.read',
    'users.edit',
    'reports.read',
    'reports.work',
    'appeals',
    'subscriptions.list',
    'invoices',
  ],
  analyst: ['dashboard', 'transparency', 'users.list', 'subscriptions.list'],
}

export const hasRight = (role: StaffRole | null | undefined, right: StaffRight): boolean =>
  role != null && rightsOfRole[role].includes(right)
