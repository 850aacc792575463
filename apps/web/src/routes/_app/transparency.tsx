import { createFileRoute } from '@tanstack/react-router'
import { loadForAnyone } from '../../app/load.ts'
import { TransparencyPage } from '../../books/transparency-page.tsx'

export const Route = createFileRoute('/_app/transparency')({
  loader: (loading) =>
    loadForAnyone(loading, ({ wallet }) => [wallet.getTransparency.prefetch(undefined, { staleTime: 0 })]),
  component: TransparencyPage,
})
