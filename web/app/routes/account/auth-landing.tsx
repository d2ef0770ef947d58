export { LaterPage as default } from '../../shared/later-page.tsx'
