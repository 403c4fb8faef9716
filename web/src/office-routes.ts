import type { Load, Page } from './router/navigation.ts'

/** The screens of the back office. Members don't load their names. */
export const officeScreens = {
  '/dashboard': () => import('./admin/dashboard/dashboard-screen.tsx'),
  '/users': () => import('./admin/users/users-screen.tsx'),
  '/users/$id': () => import('./admin/user/user-screen.tsx'),
  '/reports': () => import('./admin/reports/reports-screen.tsx'),
  '/subscriptions': () => import('./admin/subscriptions/subscriptions-screen.tsx'),
  '/photos': () => import('./admin/reviews/photos-screen.tsx'),
  '/audit': () => import('./admin/audit/audit-screen.tsx'),
  '/batches': () => import('./admin/batches/batches-screen.tsx'),
  '/approvals': () => import('./admin/approvals/approvals-screen.tsx'),
  '/system': () => import('./admin/system/system-screen.tsx'),
  '/appeals': () => import('./admin/appeals/appeals-screen.tsx'),
  '/second-looks': () => import('./admin/blind-reviews/blind-reviews-screen.tsx'),
  '/transparency': () => import('./admin/transparency/transparency-screen.tsx'),
  '/failed-jobs': () => import('./admin/failed-jobs/failed-jobs-screen.tsx'),
  '/configuration': () => import('./admin/configuration/configuration-screen.tsx'),
  '/first-steps': () => import('./admin/first-steps/first-steps-screen.tsx'),
  '/applications': () => import('./admin/applications/applications-screen.tsx'),
  '/age-checks': () => import('./admin/age-checks/age-checks-screen.tsx'),
  '/invitations': () => import('./admin/invitations/invitations-screen.tsx'),
  '/monitoring': () => import('./admin/monitoring/monitoring-screen.tsx'),
  '/order': () => import('./admin/ranking/ranking-screen.tsx'),
  '/reports/$id': () => import('./admin/reports/report-screen.tsx'),
} satisfies Record<string, Load<Page>>
