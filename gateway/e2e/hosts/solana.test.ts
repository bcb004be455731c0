import { holds } from '../../testing/judged.ts';

holds('solana');
