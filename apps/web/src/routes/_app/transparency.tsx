import { createFileRoute } from '@tanstack/react-router'
import { loadTransparency, TransparencyPage } from '../../books/transparency-page.tsx'

export const Route = createFileRoute('/_app/transparency')({
  loader: loadTransparency,
  component: TransparencyPage,
})
