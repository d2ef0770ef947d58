export { LaterPage as default } from '../../components/layout/later-page.tsx'
