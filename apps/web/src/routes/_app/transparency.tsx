import { createFileRoute } from '@tanstack/react-router'
import { loadTransparency } from '../../books/load-transparency.ts'
import { TransparencyPage } from '../../books/transparency-page.tsx'

export const Route = createFileRoute('/_app/transparency')({
  loader: loadTransparency,
  component: TransparencyPage,
})
