import type { StaffRight } from '@kindred/contract/staff'
import type { ReactNode } from 'react'
import { useMay } from '../session/rights.ts'

export const IfAllowed = ({ may, children }: { may: StaffRight; children: ReactNode }) =>
  useMay()(may) ? children : null
