import { holds } from '../../testing/judged.ts';

holds('account');
