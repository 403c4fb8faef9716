import type { ReactNode } from 'react'
import { AdminFrame } from './admin/layout/admin-frame.tsx'
import { Footer } from './public/layout/footer.tsx'

export default function OfficeFrame({ children }: { children: ReactNode }) {
  return <AdminFrame footer={<Footer />}>{children}</AdminFrame>
}
