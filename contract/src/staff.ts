// The roles of staff and their rights. A route of the back office names the right that it needs (`staff:…`), and the
// server refuses everyone whose role lacks it.

export const staffRoles = ['administrator', 'moderator', 'support', 'analyst'] as const
export type StaffRole = (typeof staffRoles)[number]

export const staffRights = [
  /** The dashboard: stats, the newest users, and counts of waiting work. */
  'dashboard',
  /** Numbers and statements about decisions, without personal data. */
  'transparency',
  'users.list',
  'users.read',
  'users.edit',
  /** Orientation and other private answers, for a reason. */
  'users.reveal',
  'users.export',
  'users.role',
  'users.bulk',
  'reports.read',
  'reports.work',
  'reports.delete',
  /** Messages and pictures in reports, for a reason. */
  'evidence',
  'holds',
  'decide',
  'appeals',
  'photos',
  'approve',
  'monitoring',
  'subscriptions.list',
  'invoices',
  /** To refund, grant premium, and resolve failed payments and differences. */
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
